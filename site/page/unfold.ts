/**
 * Shows all of a long list, of which a phone shows the beginning, to whoever asks for it. In the page itself: styles hide the others
 * wherever scripts may run, also where the page's other ones did not arrive.
 */
const button = document.querySelector('[data-unfold]')
button?.addEventListener('click', () => {
  const list = document.querySelector('.is-folded')
  const next = list?.children[12]?.querySelector('a')
  list?.classList.remove('is-folded')
  button.remove()
  next?.focus({ preventScroll: true })
})

export {}
