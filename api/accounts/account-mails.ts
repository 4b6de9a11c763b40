import type { Role } from '../../data/accounts/schema.ts'

export type AccountNews =
  | { about: 'reset'; link: string }
  | { about: 'invite'; link: string; by: string; role: Role }
  | { about: 'email'; link: string }
  | { about: 'device'; device: string; at: string }
  | { about: 'access'; what: string }
  | { about: 'speaker'; link: string; missing: readonly string[]; deadline: string }

export type AccountRecipient = { name: string; email: string }

export type AccountMailer = {
  /** Sends the mail without storing it, because it may contain a secret link. */
  mailAccount(news: AccountNews, to: AccountRecipient): Promise<void>
}
