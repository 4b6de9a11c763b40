import type { Page } from 'playwright-core'

/**
 * Returns the layout faults of the page, one line each: content beyond the window, texts that leave their card or cover each
 * other, overlapping cards, and columns narrower than 180 px.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const faults: string[] = []
    const name = (element: Element) =>
      `${element.id || element.className || element.tagName}: ${element.textContent?.trim().slice(0, 40)}`
    const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1
    const overlap = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1

    /** Returns the box and element of each visible line of text in an element. */
    function linesIn(card: Element) {
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      const lines: { of: Element; box: DOMRect }[] = []
      while (walker.nextNode()) {
        const of = walker.currentNode.parentElement
        if (!of || !walker.currentNode.nodeValue?.trim() || !isShown(of)) continue
        // The link 'Admin' is fixed to the window, so it may cover texts.
        if (of.closest('.sr-only, .admin-link, [popover]:not(:popover-open)')) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        for (const box of range.getClientRects()) if (box.width > 0) lines.push({ of, box })
      }
      return lines
    }

    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (sideways > 0) faults.push(`the page scrolls sideways by ${sideways} px`)

    const cards = [
      ...document.querySelectorAll(
        '.session, .speaker, .partner, .timetable th, .agenda-tools > *, .agenda-bar > *, .day-tabs a, footer',
      ),
    ].filter(isShown)
    for (const card of cards) {
      const own = card.getBoundingClientRect()
      const lines = linesIn(card)
      for (const { of, box } of lines)
        if (box.left < own.left - 1 || box.right > own.right + 1 || box.top < own.top - 3 || box.bottom > own.bottom + 3)
          faults.push(`text leaves ${name(card)} (${name(of)})`)
      for (const [index, { of, box }] of lines.entries()) {
        const others = lines
          .slice(index + 1)
          .filter((other) => other.of !== of && !other.of.contains(of) && !of.contains(other.of))
        // The boxes of neighbouring lines may touch, because they are higher than the letters.
        const inner = { left: box.left, right: box.right, top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.2 }
        for (const other of others)
          if (overlap(inner, other.box)) faults.push(`in ${name(card)} ${name(of)} lies over ${name(other.of)}`)
      }
      for (const star of card.querySelectorAll('.session-star'))
        for (const { of, box } of lines)
          if (!star.contains(of) && overlap(star.getBoundingClientRect(), box))
            faults.push(`in ${name(card)} the star lies over ${name(of)}`)
      if (!card.closest('.timetable-scroll, .day-tabs') && (own.left < -1 || own.right > innerWidth + 1))
        faults.push(`outside of the window: ${name(card)}`)
    }

    const sessions = cards.filter((card) => card.matches('.session')).map((card) => ({ card, box: card.getBoundingClientRect() }))
    for (const [index, { card, box }] of sessions.entries())
      for (const other of sessions.slice(index + 1))
        if (overlap(box, other.box)) faults.push(`${name(card)} overlaps ${name(other.card)}`)

    for (const column of document.querySelectorAll('.timetable thead th + th'))
      if (isShown(column) && column.getBoundingClientRect().width < 180)
        faults.push(`a column of ${column.getBoundingClientRect().width} px`)

    for (const text of document.querySelectorAll('main :is(h1, h2, h3, h4, p, dd, dt, li, a)')) {
      if (!isShown(text) || text.closest('.timetable-scroll, .day-tabs, .sheet, .menu-sheet')) continue
      const { left, right } = text.getBoundingClientRect()
      if (right > innerWidth + 1 || left < -1) faults.push(`outside of the window: ${name(text)}`)
    }
    return [...new Set(faults)]
  })
}
