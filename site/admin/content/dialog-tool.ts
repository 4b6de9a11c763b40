import { createContext, type ReactNode } from 'react'

/** What stands at the end of each dialog in which an item is edited, besides its buttons. */
export const DialogToolContext = createContext<ReactNode>(null)
