import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { Content } from '../../../data/content/schema.ts'
import { notUpdated } from '../calls/messages.ts'
import { pageSectionNames } from '../content/kinds.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { DisputeChoice } from '../forms/DisputeChoice.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { MoveActions } from '../ui/MoveActions.tsx'

export function LayoutSettings() {
  return (
    <SectionForm
      section="layout"
      title="Página"
      description={<p>Qué secciones tiene la página, y en qué orden. El menú las sigue.</p>}
      forReaders="Solo un administrador puede cambiar el orden de la página."
      success={{ title: 'Página actualizada', text: 'Las secciones ya están en ese orden.' }}
      failure={notUpdated('Hubo un problema al actualizar el orden de la página.')}
    >
      {(_, control) => (
        <FieldGroup
          title="Secciones"
          hint="De arriba abajo. Lo que se oculta no se borra: vuelve como estaba al mostrarlo. Lo que está vacío no se ve."
        >
          <SectionList control={control} />
          <DisputeChoice name="sections" />
        </FieldGroup>
      )}
    </SectionForm>
  )
}

function SectionList({ control }: { control: Control<Content['layout']> }) {
  const { field } = useController({ control, name: 'sections' })
  const [message, setMessage] = useState('')
  const sections = field.value

  function move(from: number, to: number) {
    const section = sections[from]
    if (!section) return
    const others = sections.toSpliced(from, 1)
    field.onChange(others.toSpliced(to, 0, section))
    setMessage(`${pageSectionNames[section.key]}: lugar ${to + 1} de ${sections.length}.`)
  }

  return (
    <>
      <ol className="flex flex-col gap-2" ref={(list) => field.ref(list?.querySelector('button'))}>
        {sections.map(({ key, isVisible }, index) => {
          const name = pageSectionNames[key]
          return (
            <li key={key} className="border-base-300 rounded-field flex items-center border px-1 py-1 sm:gap-2 sm:px-2">
              <MoveActions
                name={name}
                onUp={index > 0 ? () => move(index, index - 1) : undefined}
                onDown={index < sections.length - 1 ? () => move(index, index + 1) : undefined}
              />
              <label className="flex min-h-10 min-w-0 flex-1 cursor-pointer items-center justify-between gap-2 ps-1">
                <span className={`min-w-0 wrap-anywhere ${isVisible ? 'font-semibold' : 'text-base-content/75 line-through'}`}>
                  {name}
                </span>
                <input
                  type="checkbox"
                  role="switch"
                  aria-label={`Mostrar ${name}`}
                  aria-checked={isVisible}
                  className="toggle toggle-primary shrink-0"
                  checked={isVisible}
                  onChange={() => field.onChange(sections.with(index, { key, isVisible: !isVisible }))}
                />
              </label>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {message}
      </p>
    </>
  )
}
