/** What went wrong, at the form that it is about. Not a toast: behind an open dialog that could not be reached. */
export function Problem({ title, text }: { title?: string; text: string }) {
  return (
    <div role="alert" className="alert alert-error items-start">
      <div>
        {title && <p className="font-bold">{title}</p>}
        <p className="text-sm">{text}</p>
      </div>
    </div>
  )
}
