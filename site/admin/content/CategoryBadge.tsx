const kinds: Record<string, { label: string; color: string }> = {
  patrocinador: { label: 'Patrocinador', color: 'badge-info' },
  aliado: { label: 'Aliado', color: 'badge-success' },
}

/** A partner's type: sponsors blue, allies green, and grey for an unknown one. */
export function CategoryBadge({ category }: { category: string }) {
  const { label, color } = kinds[category] ?? { label: category, color: 'badge-ghost' }
  return <span className={`badge badge-sm ${color}`}>{label}</span>
}
