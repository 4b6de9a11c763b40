export function Problem({ text }: { text: string }) {
  return (
    <div role="alert" className="alert alert-error items-start">
      <p className="text-sm">{text}</p>
    </div>
  )
}
