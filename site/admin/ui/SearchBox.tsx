import { Search } from 'lucide-react'

type Props = { placeholder: string; value: string; onChange: (search: string) => void; onFocus?: () => void; className?: string }

export function SearchBox({ placeholder, value, onChange, onFocus, className = '' }: Props) {
  return (
    <label className={`input ${className}`}>
      <Search className="size-4 opacity-60" aria-hidden="true" />
      <span className="sr-only">{placeholder}</span>
      <input
        type="search"
        className="text-ellipsis"
        placeholder={placeholder}
        maxLength={255}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={onFocus}
      />
    </label>
  )
}
