import type { FormEventHandler, ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  isLoading: boolean
  isSaving: boolean
  isDirty: boolean
  loadError: unknown
  onSubmit: FormEventHandler<HTMLFormElement>
  onReload: () => void
  children: ReactNode
}

/** The frame of a section's form: loading, trouble, fields, and the save button. */
export function SectionForm({
  title,
  description,
  isLoading,
  isSaving,
  isDirty,
  loadError,
  onSubmit,
  onReload,
  children,
}: Props) {
  return (
    <section className="card">
      <header className="flex flex-col gap-1">
        <h2 className="text-xl font-bold">{title}</h2>
        {description && <div className="text-base-content/75">{description}</div>}
      </header>
      {isLoading && <p role="status">Cargando...</p>}
      {Boolean(loadError) && (
        <div role="alert" className="alert alert-error">
          <p>No se pudo cargar el contenido.</p>
          <button type="button" className="btn btn-sm" onClick={onReload}>
            Reintentar
          </button>
        </div>
      )}
      {!isLoading && !loadError && (
        <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
          {children}
          <div className="border-base-300 flex flex-wrap items-center gap-4 border-t pt-5">
            <button type="submit" className="btn btn-primary" disabled={isSaving}>
              {isSaving ? 'Guardando...' : 'Guardar Cambios'}
            </button>
            <p className="text-base-content/75 text-sm">{isDirty && !isSaving && 'Hay cambios sin guardar.'}</p>
          </div>
        </form>
      )}
    </section>
  )
}
