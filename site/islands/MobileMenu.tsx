import { useRef } from 'react'
import type { NavigationLink } from '../page/navigation.ts'

export function MobileMenu({ links }: { links: NavigationLink[] }) {
  const menu = useRef<HTMLElement>(null)

  return (
    <>
      <button type="button" popoverTarget="mobile-menu" className="btn btn-ghost btn-square" aria-label="Menú">
        <svg viewBox="0 0 24 24" className="size-6 fill-none stroke-current stroke-2" strokeLinecap="round" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
      <nav ref={menu} id="mobile-menu" popover="auto" aria-label="Secciones" className="menu-sheet">
        {links.map(({ label, href }) => (
          <a key={href} href={href} className="menu-link" onClick={() => menu.current?.hidePopover()}>
            {label}
          </a>
        ))}
      </nav>
    </>
  )
}
