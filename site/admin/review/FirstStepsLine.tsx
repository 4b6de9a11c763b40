import { useStore } from '@nanostores/react'
import { isSetting } from '../../../data/content/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { fieldOf, whereIs } from '../content/kinds.ts'
import { openField } from '../content/open-item.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { accept } from './accepted.ts'
import { $sampleClaims } from './sample-claims.ts'
import { TaskLine } from './TaskLine.tsx'

export function FirstStepsLine() {
  const isAdmin = useIsAdmin()
  const formatDate = useFormatDate()
  const claims = (useStore($sampleClaims) ?? []).filter(({ section }) => isAdmin || !isSetting(section))
  if (claims.length === 0) return null
  return (
    <TaskLine
      label={
        claims.length === 1 ? 'Queda un texto de ejemplo en tu página' : `Quedan ${claims.length} textos de ejemplo en tu página`
      }
      color="bg-info"
      title="Textos de ejemplo"
      intro="Son los textos con los que viene el sitio, y los visitantes los leen. Cuando cambies uno, sale de esta lista. Lo que esté bien así también puede salir: en este dispositivo no se vuelve a mencionar."
      action="Cambiar"
      tasks={claims.map(({ name, section, field, text, more }) => {
        const { label, is } = fieldOf(section, field)
        const where = `${whereIs(section)}, ${label}`
        return {
          key: where,
          name: where,
          text: `«${is === 'date' ? formatDate(text, "d 'de' MMMM 'de' yyyy") : text}»`,
          where: more > 0 ? `${where} y ${more} más` : where,
          open: () => openField(section, field),
          accept: () => accept(name),
        }
      })}
    />
  )
}
