import { createContext, type ReactNode } from 'react'

/** More content before the buttons of every item dialog. */
export const DialogToolContext = createContext<ReactNode>(null)
