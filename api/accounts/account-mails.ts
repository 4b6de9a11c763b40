export type AccountNews =
  | { about: 'reset'; link: string }
  | { about: 'invite'; link: string; by: string }
  | { about: 'email'; link: string }
  /** New to the account. `at` is ISO 8601. */
  | { about: 'device'; device: string; at: string }
  | { about: 'access'; what: string }

export type AccountRecipient = { name: string; address: string }

export type AccountMailer = {
  /** Stores nothing, because these mails contain secret links. */
  tellAccount(news: AccountNews, to: AccountRecipient): Promise<void>
}
