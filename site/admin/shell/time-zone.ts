import { createContext } from 'react'

/** The event's time zone, for what is too deep in the panel to be handed it. */
export const TimeZoneContext = createContext('UTC')
