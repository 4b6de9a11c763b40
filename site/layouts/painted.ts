import type { ClientDirective } from 'astro'
import { afterFirstPaint } from './first-paint.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

const painted: ClientDirective = (load) => {
  afterFirstPaint(async () => {
    await (await load())()
  })
}

export default painted
