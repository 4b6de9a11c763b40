export type AccountNews =
  | { about: 'reset'; link: string }
  | { about: 'invite'; link: string; by: string }
  | { about: 'email'; link: string }
  | { about: 'device'; device: string; at: string }
  | { about: 'access'; what: string }

export type AccountRecipient = { name: string; email: string }

export type AccountMailer = {
  /** Sends without storing the mail, because its link is secret. */
  mailAccount(news: AccountNews, to: AccountRecipient): Promise<void>
}
