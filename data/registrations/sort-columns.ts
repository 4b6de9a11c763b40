/** What registrations are sorted by, in SQL. */

/** A name: by its letters, accents aside, and ñ after n. The index `registrations_name` is of these very words: others need a migration. */
export const nameOrder = `lower(${'áaÁAéeÉEíiÍIóoÓOúuÚUüuÜUàaèeòoäaöoâaêeôoçcÇC'
  .match(/../gu)
  ?.reduce((inner, pair) => `replace(${inner}, '${pair[0]}', '${pair[1]}')`, "replace(replace(name, 'ñ', 'n~'), 'Ñ', 'N~')")})`

/** How somebody stands: confirmed, pending, waiting, cancelled. */
export const stateOrder = "CASE status WHEN 'cancelled' THEN 3 WHEN 'waitlisted' THEN 2 ELSE 1 - isConfirmed END"
