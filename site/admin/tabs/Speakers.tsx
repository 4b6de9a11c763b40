import { useStore } from '@nanostores/react'
import type { AgendaEvent, Item } from '../../../data/content/schema.ts'
import { limits } from '../../../data/limits.ts'
import type { SpeakerStatus } from '../../../data/speakers/status.ts'
import { Collection } from '../content/Collection.tsx'
import { collections } from '../content/collections.ts'
import { Hidden } from '../content/Hidden.tsx'
import { ItemList } from '../content/ItemList.tsx'
import { FormattedField } from '../format/FormattedField.tsx'
import { slugHint } from '../forms/hints.ts'
import { LinksField } from '../forms/LinksField.tsx'
import { MoreFields } from '../forms/MoreFields.tsx'
import { TextField } from '../forms/TextField.tsx'
import { ImportButton } from '../import/ImportButton.tsx'
import { mailServer } from '../mail/mails.ts'
import { SpeakerMenu } from '../speakers/SpeakerMenu.tsx'
import { SpeakerProgress } from '../speakers/SpeakerProgress.tsx'
import { SpeakersBar } from '../speakers/SpeakersBar.tsx'
import { isLinkUsed, speakerStatus } from '../speakers/speaker-links.ts'
import { Portrait } from '../ui/Portrait.tsx'
import { ImageField } from '../uploads/ImageField.tsx'

type Speaker = Item<'speakers'>

export function Speakers() {
  const { data: events = [] } = useStore(collections.events.$loaded)
  const { data: all = [] } = useStore(collections.speakers.$loaded)
  const { data: statuses = [] } = useStore(speakerStatus.$loaded)
  const sendsMail = Boolean(useStore(mailServer.$loaded).data?.server)
  const isUsed = statuses.some(isLinkUsed)
  const showsBar = isUsed || (sendsMail && all.some(({ email }) => email !== ''))
  const statusOf = ({ id }: Speaker) => statuses.find(({ speaker }) => speaker === id)

  function talksOf({ id }: Speaker): string {
    const talks = events.filter(({ speakerIds }) => speakerIds.includes(id))
    const alone = talks.filter(({ speakerIds }) => speakerIds.length === 1)
    const shared = talks.filter(({ speakerIds }) => speakerIds.length > 1)
    const titles = (some: AgendaEvent[]) => some.map(({ title }) => `«${title}»`).join(', ')
    return [
      alone.length > 0 && `${alone.length === 1 ? 'Su charla queda' : 'Sus charlas quedan'} sin speaker: ${titles(alone)}.`,
      shared.length > 0 && `Otros siguen a cargo de: ${titles(shared)}.`,
    ]
      .filter(Boolean)
      .join('\n')
  }

  return (
    <Collection
      collection="speakers"
      tools={<ImportButton />}
      whenHidden={talksOf}
      fields={(input, control) => (
        <>
          <TextField {...input('name')} required />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...input('title')} required />
            <TextField {...input('company')} required />
          </div>
          <TextField {...input('email')} type="email" hint="Solo lo ve el equipo organizador: nunca sale en la página." />
          <ImageField {...input('image')} kind="speaker-photo" />
          <FormattedField {...input('bio')} rows={4} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...input('linkedinUrl')} type="url" placeholder="linkedin.com/in/…" />
            <TextField {...input('twitterUrl')} type="url" placeholder="@usuario" />
          </div>
          <MoreFields
            control={control}
            names={['links']}
            optionalNames={['slug']}
            summary="enlaces: GitHub, Bluesky, sitio propio…; dirección"
          >
            <LinksField control={control} maxLinksCount={limits.links} />
            <TextField {...input('slug')} hint={slugHint('/speakers/', 'del nombre')} />
          </MoreFields>
        </>
      )}
    >
      {(speakers, actions) => (
        <>
          {showsBar && <SpeakersBar speakers={all} statuses={statuses} sendsMail={sendsMail} />}
          <ItemList
            collection="speakers"
            items={speakers}
            nameOf={({ name }) => name}
            {...actions}
            consequenceOf={talksOf}
            moreOf={(speaker) => <SpeakerMenu speaker={speaker} status={statusOf(speaker)} sendsMail={sendsMail} />}
            className="item-cards"
          >
            {(speaker) => <SpeakerCard speaker={speaker} status={isUsed ? statusOf(speaker) : undefined} />}
          </ItemList>
        </>
      )}
    </Collection>
  )
}

function SpeakerCard({ speaker, status }: { speaker: Speaker; status: SpeakerStatus | undefined }) {
  return (
    <div className="flex flex-1 gap-4">
      <Portrait speaker={speaker} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <h3 dir="auto" className="leading-snug font-bold wrap-anywhere hyphens-auto">
          {speaker.name}
        </h3>
        <p className="text-base-content/75 text-sm leading-snug wrap-anywhere hyphens-auto">{speaker.title}</p>
        <p className="text-sm leading-snug wrap-anywhere hyphens-auto">{speaker.company}</p>
        {status && <SpeakerProgress status={status} />}
        <Hidden item={speaker} />
      </div>
    </div>
  )
}
