/**
 * Sorts names without accents, ñ after n. The index `registrations_name` uses exactly this SQL, so a change needs a migration.
 */
export const nameOrder = `lower(${'áaÁAéeÉEíiÍIóoÓOúuÚUüuÜUàaèeòoäaöoâaêeôoçcÇC'
  .match(/../gu)
  ?.reduce((inner, pair) => `replace(${inner}, '${pair[0]}', '${pair[1]}')`, "replace(replace(name, 'ñ', 'n~'), 'Ñ', 'N~')")})`

/** Order: confirmed, pending, waiting, cancelled. */
export const stateOrder = "CASE status WHEN 'cancelled' THEN 3 WHEN 'waitlisted' THEN 2 ELSE 1 - isConfirmed END"
