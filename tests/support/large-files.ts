/** Import files as large as those of real organisers. */

/** pretalx's `schedule.json`: ten rooms, three days, 300 speakers, abstracts of 1,000 letters. */
export function largeProgramme(talks: number): string {
  const hex = (index: number) => index.toString(16).padStart(12, '0')
  const rooms = Array.from({ length: 10 }, (_, index) => ({
    name: `Sala ${index}`,
    guid: `9b2f1c3e-0c55-4a58-9e0c-${hex(index)}`,
  }))
  const speaker = (index: number) => ({
    ...{ code: `P${index}`, name: `Ponente ${index}`, avatar: null },
    biography: `Hace redes desde hace ${index} años. `.repeat(10),
  })
  const talk = (index: number) => {
    const [day, slot] = [index % 3, Math.floor(index / 30)]
    const start = new Date(Date.UTC(2027, 2, 5 + day, 14, slot * 40)).toISOString().replace('.000Z', 'Z')
    return {
      guid: `0f8fad5b-d9cb-469f-a165-${hex(index)}`,
      title: `Charla número ${index}`,
      type: 'Talk',
      language: 'es',
      abstract: `Lo que se aprende en la ${index}, y para quién es. `.repeat(22),
      description: '',
      date: start,
      duration: '00:30',
      persons: [speaker(index % 300)],
      links: [],
    }
  }
  const all = Array.from({ length: talks }, (_, index) => talk(index))
  const days = [0, 1, 2].map((day) => ({
    index: day + 1,
    date: `2027-03-0${5 + day}`,
    rooms: Object.fromEntries(
      rooms.map(({ name }, room) => [name, all.filter((_, at) => at % 3 === day && Math.floor(at / 3) % 10 === room)]),
    ),
  }))
  return JSON.stringify({ schedule: { version: '1.0', conference: { title: 'Conf', acronym: 'conf', rooms, days } } })
}

/** A table of people, different for each `name`. */
export function manyPeople(count: number, name: string): string {
  const row = (index: number) =>
    `Ana ${name} Pérez${index},${name}${index}@ejemplo.gt,Empresa ${index % 50},Ingeniera,5555 ${String(index).padStart(4, '0')},Sí`
  return [
    'Nombre,Email,Empresa,Cargo,Teléfono,Acepta marketing',
    ...Array.from({ length: count }, (_, index) => row(index)),
  ].join('\n')
}
