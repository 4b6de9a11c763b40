/** Inlined, so that hidden entries can be shown if other scripts fail. */
const button = document.querySelector('[data-unfold]')
button?.addEventListener('click', () => {
  const list = document.querySelector('.is-folded')
  const next = list?.children[12]?.querySelector('a')
  list?.classList.remove('is-folded')
  button.remove()
  next?.focus({ preventScroll: true })
})

export {}
