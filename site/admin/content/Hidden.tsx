export function Hidden({ item: { isActive } }: { item: { isActive: boolean } }) {
  return isActive ? null : <span className="badge badge-neutral badge-sm">Oculto</span>
}
