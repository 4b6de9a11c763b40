/** What every tab is given. */
export type TabProps = { timeZone: string }
