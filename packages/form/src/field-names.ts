/** Every field name of ours begins so, and no field of an upload may. */
export const reservedPrefix = 'moqi-'

/** The field of the certification that the platform makes when a contract is sent. */
export const certificationField = `${reservedPrefix}certification`

/** How the fields of archive time-stamps are called, with a number behind it. */
export const archivePrefix = `${reservedPrefix}archive-`
