/** Where the navigation leads. */
export const navigation = [
  { label: 'Evento', href: '#evento' },
  { label: 'Segmentos', href: '#segmentos' },
  { label: 'Speakers', href: '#speakers' },
  { label: 'Agenda', href: '#agenda' },
  { label: 'Partners', href: '#partners' },
]
