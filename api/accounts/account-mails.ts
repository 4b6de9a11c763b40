/** Mails to people who use the panel, as the routes of accounts ask for them. */

/** The reason for a mail, with the values that its text needs. */
export type AccountNews =
  | { about: 'reset'; link: string }
  | { about: 'invite'; link: string; by: string }
  /** Confirms a new address; sent to that address. */
  | { about: 'email'; link: string }
  /** A sign-in with a browser that this account has not used before. `at` is ISO 8601. */
  | { about: 'device'; device: string; at: string }
  /** A change of password, address or second factor. */
  | { about: 'access'; what: string }

export type AccountRecipient = { name: string; address: string }

export type AccountMailer = {
  /** Sends at once and stores nothing, because these mails hold secret links. */
  tellAccount(news: AccountNews, to: AccountRecipient): Promise<void>
}
