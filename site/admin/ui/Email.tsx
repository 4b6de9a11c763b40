/** An e-mail address that breaks before its @ where it has no room, not in the middle of a word. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
