/** The address of a registration's own page. Whoever knows it may see and change the registration. */
export function ownPage(publicOrigin: string, token: string): string {
  return `${publicOrigin}/registro/${token}`
}
