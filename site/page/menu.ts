const menu = document.getElementById('mobile-menu')
menu?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) menu.hidePopover()
})

export {}
