import { createContext } from 'react'

/** The event's time zone. */
export const TimeZoneContext = createContext('UTC')
