/** Astro inlines this script into the page, so that hidden entries can be shown even if other scripts fail to load. */
const button = document.querySelector('[data-unfold]')
button?.addEventListener('click', () => {
  const list = document.querySelector('.is-folded')
  const next = list?.children[12]?.querySelector('a')
  list?.classList.remove('is-folded')
  button.remove()
  next?.focus({ preventScroll: true })
})

export {}
