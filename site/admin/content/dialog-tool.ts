import { createContext, type ReactNode } from 'react'

export const DialogToolContext = createContext<ReactNode>(null)
