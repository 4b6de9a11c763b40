/** Files of `sections/`, in the order of a whole run. */
export const sections = [
  ...['save', 'pages', 'fronts', 'registrations', 'list'],
  ...['felt-page', 'felt-panel', 'lighthouse', 'start', 'memory'],
]

/** Sections that also measure Payload if it is installed. `payload` stands for all of them. */
export const withPayload = ['save', 'pages', 'registrations', 'felt-panel', 'memory']
