import { Collection } from '../content/Collection.tsx'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import { FormattedField } from '../format/FormattedField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { TextField } from '../forms/TextField.tsx'

export function InfoSettings() {
  return (
    <Collection
      collection="info"
      note="Código de conducta, preguntas, convocatoria, equipo, cómo llegar: cada apartado se abre en la sección Información de la página."
      fields={(input) => (
        <>
          <TextField {...input('title')} required />
          <FormattedField {...input('text')} rows={8} />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField {...input('linkUrl')} type="url" placeholder="https://…" />
            <TextField {...input('linkLabel')} placeholder="Envía tu charla" />
          </div>
          <SwitchField {...input('isInMenu')} hint="El menú de la página lleva a él." />
        </>
      )}
    >
      {(items, actions) => (
        <ItemList collection="info" items={items} nameOf={({ title }) => title} {...actions} className="item-cards">
          {(item) => (
            <div className="flex flex-col items-start gap-1">
              <h3 className="leading-snug font-bold wrap-anywhere">{item.title}</h3>
              <p className="text-base-content/75 line-clamp-3 text-sm leading-snug wrap-anywhere">{item.text || item.linkUrl}</p>
              {item.isInMenu && <p className="text-sm">En el menú</p>}
              <Hidden item={item} />
            </div>
          )}
        </ItemList>
      )}
    </Collection>
  )
}
