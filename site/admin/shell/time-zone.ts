import { createContext, use } from 'react'
import { formatIn } from '../../text/dates.ts'

export const TimeZoneContext = createContext('UTC')

/** `pattern` is described at https://date-fns.org/docs/format */
export type FormatDate = (instant: string, pattern: string) => string

export function useFormatDate(): FormatDate {
  const timeZone = use(TimeZoneContext)
  return (instant, pattern) => formatIn(timeZone, instant, pattern)
}
