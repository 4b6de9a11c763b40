export type TabProps = { timeZone: string }
