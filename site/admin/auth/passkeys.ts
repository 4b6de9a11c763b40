const isAddress = () => /^[\d.]+$|:/.test(location.hostname)

/** Why there are no passkeys here, in Spanish; null where there are. They belong to a domain name, on https. */
export function whyNoPasskeys(): string | null {
  if (isAddress())
    return `Una llave de acceso pertenece a un nombre, como conferencia.gt. Este sitio se abre con una dirección IP (${location.hostname}): aquí no se pueden usar.`
  if (!window.isSecureContext) return 'Las llaves de acceso necesitan https. Este sitio se abre sin él: aquí no se pueden usar.'
  if (!('PublicKeyCredential' in window)) return 'Este navegador no tiene llaves de acceso.'
  return null
}
