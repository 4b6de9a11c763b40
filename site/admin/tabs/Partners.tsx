import { useStore } from '@nanostores/react'
import { ExternalLink, ImageOff } from 'lucide-react'
import type { Partner } from '../../../data/content/schema.ts'
import { mediaUrl } from '../../text/text.ts'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import { fieldOf, optionsOf } from '../content/kinds.ts'
import { MoreFields } from '../forms/MoreFields.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { suggestionsFrom, TextField } from '../forms/TextField.tsx'
import { ImageField } from '../uploads/ImageField.tsx'

const groups = [
  { title: 'Patrocinadores', category: 'patrocinador', columns: 'lg:grid-cols-3' },
  { title: 'Aliados', category: 'aliado', columns: 'lg:grid-cols-4' },
] as const

const byTier = (partners: Partner[]) => partners.toSorted((a, b) => Number(b.tier === 'main') - Number(a.tier === 'main'))

export function Partners() {
  const { data: all = [] } = useStore(collections.partners.$loaded)
  return (
    <Collection
      collection="partners"
      nextDefaults={({ category, tier, tierName }) => ({ category, tier, tierName })}
      fields={(input, control) => (
        <>
          <TextField {...input('name')} required />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <SelectField {...input('category')} required options={optionsOf('partners', 'category')} />
            <SelectField
              {...input('tier')}
              options={optionsOf('partners', 'tier')}
              hint="Los principales van primero y más grandes."
            />
          </div>
          <ImageField {...input('logo')} kind="partner-logo" note="De preferencia PNG o SVG con fondo transparente." />
          <TextField {...input('website')} type="url" placeholder="https://…" />
          <MoreFields control={control} names={['tierName', 'background']} summary="grupo y fondo">
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <TextField
                {...input('tierName')}
                suggestions={suggestionsFrom(all, 'tierName')}
                hint="Como «Oro» o «Medios»: los de un mismo grupo se muestran juntos, bajo ese nombre."
              />
              <SelectField
                {...input('background')}
                options={optionsOf('partners', 'background')}
                hint="Automático: el que deja ver mejor la imagen."
              />
            </div>
          </MoreFields>
        </>
      )}
    >
      {(partners, actions) =>
        groups.map(({ title, category, columns }) => {
          const inGroup = byTier(partners.filter((partner) => partner.category === category))
          return inGroup.length === 0 ? null : (
            <section key={category} className="flex flex-col gap-3" aria-label={title}>
              <h3 className="font-bold">
                {title} <span className="text-base-content/75 font-normal">({inGroup.length})</span>
              </h3>
              <ItemList
                collection="partners"
                items={inGroup}
                nameOf={({ name }) => name}
                {...actions}
                laneOf={({ tier }) => tier}
                className={`grid gap-3 sm:grid-cols-2 ${columns}`}
              >
                {(partner) => <PartnerCard partner={partner} />}
              </ItemList>
            </section>
          )
        })
      }
    </Collection>
  )
}

/** A logo may be black or white. 'auto' shows it on a checked background, on which both are visible. */
const backgrounds = { auto: 'upload-preview', light: 'bg-[#fdfaf5]', dark: 'bg-[#1d1838]' } as const

const colors: Record<string, string> = { patrocinador: 'badge-info', aliado: 'badge-success' }

function PartnerCard({ partner }: { partner: Partner }) {
  const { name, logo, website, category, tier, tierName, background, displayOrder } = partner
  return (
    <div className="flex flex-1 gap-4 sm:flex-col sm:gap-3">
      <div
        className={`${logo ? backgrounds[background] : 'bg-base-200'} rounded-field grid h-24 w-28 shrink-0 place-items-center p-3 sm:w-full`}
      >
        {logo ? (
          <img src={mediaUrl(logo)} alt="" loading="lazy" className="max-h-18 max-w-full object-contain" />
        ) : (
          <ImageOff className="text-base-content/60 size-8" role="img" aria-label="Sin logo" />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <h4 className="leading-snug font-bold wrap-anywhere hyphens-auto">{name}</h4>
        <p className="flex flex-wrap gap-1.5">
          <span className={`badge badge-sm ${colors[category] ?? 'badge-ghost'}`}>
            {fieldOf('partners', 'category').options?.[category] ?? category}
          </span>
          {tier === 'main' && <span className="badge badge-outline badge-sm">Principal</span>}
          {tierName && <span className="badge badge-outline badge-sm h-auto max-w-full wrap-anywhere">{tierName}</span>}
          <Hidden item={partner} />
        </p>
        <p className="text-base-content/75 flex flex-wrap items-center gap-x-4 text-sm">
          <span>Orden: {displayOrder}</span>
          {website && (
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer"
              className="link inline-flex items-center gap-1 pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              Sitio web
              <ExternalLink className="size-3.5" aria-hidden="true" />
              <span className="sr-only">de {name}, se abre en otra pestaña</span>
            </a>
          )}
        </p>
      </div>
    </div>
  )
}
