export type AccountNews =
  | { about: 'reset'; link: string }
  | { about: 'invite'; link: string; by: string }
  /** Sent to the new address, to confirm it. */
  | { about: 'email'; link: string }
  /** A sign-in from a browser that is new to the account. `at` is ISO 8601. */
  | { about: 'device'; device: string; at: string }
  /** A change of password, address or second factor. */
  | { about: 'access'; what: string }

export type AccountRecipient = { name: string; address: string }

export type AccountMailer = {
  /** Sends immediately and stores nothing, because these mails contain secret links. */
  tellAccount(news: AccountNews, to: AccountRecipient): Promise<void>
}
