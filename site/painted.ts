import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

/** How long to wait for a paint at most, in milliseconds: a page in the background may never be painted. */
const limit = 2000

/** `client:painted`: an island that is loaded once the page is there to be read, so that it never competes with it. */
const painted: ClientDirective = (load) => {
  const hydrate = async () => {
    await (await load())()
  }
  const afterPaint = () => {
    const timer = setTimeout(hydrate, limit)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        hydrate()
      }),
    )
  }
  if (document.readyState === 'complete') afterPaint()
  else window.addEventListener('load', afterPaint, { once: true })
}

export default painted
