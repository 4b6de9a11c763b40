import { sections } from '../../sections.js'

export function Content({ page, speakers, talks }) {
  return (
    <main>
      {Object.entries(sections).map(([section, [title, ...names]]) => (
        <section key={section} id={section}>
          {section === 'hero' ? <h1>{page.hero.title}</h1> : <h2>{page[section][title]}</h2>}
          {names.map((name) => (
            <p key={name}>{page[section][name]}</p>
          ))}
        </section>
      ))}
      <section id="speakers">
        {speakers.map(({ id, name, title, company, bio, linkedinUrl }) => (
          <article key={id}>
            <h3>{name}</h3>
            <p>
              {title}, {company}
            </p>
            <p>{bio}</p>
            {linkedinUrl && <a href={linkedinUrl}>LinkedIn</a>}
          </article>
        ))}
      </section>
      <section id="talks">
        {talks.map(({ id, title, description, startTime, endTime, room, speakers }) => (
          <article key={id}>
            <h3>{title}</h3>
            <p>
              {startTime}–{endTime} {room}
            </p>
            <p>{speakers.map(({ name }) => name).join(', ')}</p>
            <p>{description}</p>
          </article>
        ))}
      </section>
    </main>
  )
}
