/** The address is a secret that gives access. */
export function ownPage(publicOrigin: string, token: string): string {
  return `${publicOrigin}/registro/${token}`
}
