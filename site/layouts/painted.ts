import type { ClientDirective } from 'astro'
import { firstPaint } from './first-paint.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

const painted: ClientDirective = (load) => {
  void firstPaint.then(load).then((hydrate) => hydrate())
}

export default painted
