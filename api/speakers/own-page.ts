import { readContent } from '../../data/content/content.ts'
import type { FieldErrors } from '../../data/content/rules.ts'
import type { Content, Item } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { nameOfField } from '../../data/programme/field-names.ts'
import { type LinkChange, nameOfChange } from '../../data/speakers/link-fields.ts'
import { proposalOfSpeaker } from '../../data/speakers/proposals.ts'
import { statusOfSpeaker, talksOfSpeaker, withProposed } from '../../data/speakers/status.ts'
import type { SpeakerOwnPage } from '../publishing/render.ts'
import { fieldsFor, type OwnItem } from './form.ts'
import { deadlineInWords, missingInWords } from './words.ts'

export function ownItems({ events }: Pick<Content, 'events'>, speaker: Item<'speakers'>): OwnItem[] {
  const talks = talksOfSpeaker(events, speaker.id).map((item) => ({ section: 'events' as const, item }))
  return [{ section: 'speakers', item: speaker }, ...talks]
}

type Refused = { values: Record<string, string>; errors: FieldErrors; message: string }

const none: Refused = { values: {}, errors: {}, message: '' }

export function speakerOwnPage(
  db: Db,
  speaker: Item<'speakers'>,
  path: string,
  timeZone: string,
  { values, errors, message }: Refused = none,
): SpeakerOwnPage {
  const { content } = readContent(db)
  const items = ownItems(content, speaker)
  const proposal = proposalOfSpeaker(db, speaker.id)
  const open = proposal?.accepted === null ? proposal.changes : []
  const { confirmedAt, missing } = statusOfSpeaker(db, content, speaker)
  const shownItems = items.map(({ section, item }) => ({ section, item: withProposed(section, item, open) }))
  const [first] = shownItems
  const { edits, deadline } = content.speakerEdits
  return {
    path,
    name: speaker.name,
    image: first ? String(Reflect.get(first.item, 'image')) : '',
    items: shownItems.map((shownItem) => ({
      legend: shownItem.section === 'speakers' ? 'Tus datos' : `Tu charla «${Reflect.get(shownItem.item, 'title')}»`,
      fields: fieldsFor(shownItem).map((field) => ({ ...field, value: values[field.name] ?? field.value })),
    })),
    versions: Object.fromEntries(items.map(({ section, item }) => [`${section}.${item.id}.version`, item.updatedAt])),
    errors,
    message,
    isReview: edits === 'review',
    isConfirmed: confirmedAt !== null,
    missing: missingInWords(missing),
    deadline: deadlineInWords(deadline, timeZone),
    proposal: proposal && {
      isOpen: proposal.accepted === null,
      ...labelsOf(items, proposal.changes, proposal.accepted ?? []),
    },
    cards: items
      .filter(({ item }) => item.isActive && item.slug !== '')
      .map(({ section, item }) => ({
        label: section === 'speakers' ? speaker.name : String(Reflect.get(item, 'title')),
        path: `/${section === 'speakers' ? 'speakers' : 'charlas'}/${item.slug}.png?v=${Date.parse(item.updatedAt)}`,
      })),
  }
}

function labelsOf(items: readonly OwnItem[], changes: readonly LinkChange[], accepted: readonly string[]) {
  const label = ({ section, id, field }: LinkChange) => {
    const title = section === 'events' && items.find(({ item }) => item.id === id)?.item
    return `${nameOfField(section, field) ?? field}${title ? ` de «${Reflect.get(title, 'title')}»` : ''}`
  }
  const isAccepted = (change: LinkChange) => accepted.includes(nameOfChange(change))
  return {
    accepted: changes.filter(isAccepted).map(label),
    declined: changes.filter((change) => !isAccepted(change)).map(label),
  }
}
