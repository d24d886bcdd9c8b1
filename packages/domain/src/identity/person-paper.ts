import { type CivilDate, dayMs, isCivilDate } from '../time/civil-date.ts'
import { wrongCertificateNumber } from './certificate-number.ts'
import { type Checked, failed, passed, shaped } from './checked.ts'
import { ageOn, birthDate, checkAge, checkIdNumber, under } from './id-number.ts'

/**
 * Identity papers that somebody of the platform looks at: of people without a mainland identity card, and the card of
 * those whom the machines do not find.
 */
export const personPapers = ['passport', 'mainlandPermit', 'taiwanPermit', 'residencePermit', 'identityCard'] as const
/** One of them. */
export type PersonPaper = (typeof personPapers)[number]

/** What each is called. */
export const paperNames: Readonly<Record<PersonPaper, string>> = {
  passport: '护照',
  mainlandPermit: '港澳居民来往内地通行证',
  taiwanPermit: '台湾居民来往大陆通行证',
  residencePermit: '港澳台居民居住证',
  identityCard: '居民身份证',
}

const held = '手持证件'
/** The pictures that are handed in of each, in this order: the last shows that it is its holder who does. */
export const paperPictures: Readonly<Record<PersonPaper, readonly string[]>> = {
  passport: ['资料页', held],
  mainlandPermit: ['正面', '背面', held],
  taiwanPermit: ['正面', '背面', held],
  residencePermit: ['人像面', '国徽面', held],
  identityCard: ['人像面', '国徽面', held],
}

/** A picture of a paper: what is taken, and how long one that was not submitted is kept (ms). */
export const paperPicture = { megabytes: 5, kinds: ['png', 'jpeg'], unusedMs: dayMs, unusedMost: 12 } as const
/** How many days the pictures are kept once somebody has decided, as those who hand them in were told. */
export const paperKeptDays = 30

/** Papers whose number is the one of GB 11643, which says when its holder was born. */
export const tellsBirth = (paper: PersonPaper): boolean => paper === 'residencePermit' || paper === 'identityCard'

const shapes = {
  passport: /^[A-Z0-9]{5,17}$/,
  // The newer cards have nine characters, those before eleven.
  mainlandPermit: /^[HM]\d{8}(\d{2})?$/,
  taiwanPermit: /^\d{8}(\d{2})?$/,
} as const

/** The number of a paper by the rules of domain 4.1, upper-cased and without spaces. */
export function checkPaperNumber(paper: PersonPaper, text: string, today: CivilDate): Checked<string> {
  const value = text.replace(/\s+/g, '').toUpperCase()
  if (value === '') return failed('请输入证件号码')
  if (paper === 'identityCard') return checkIdNumber(value, today)
  if (paper !== 'residencePermit') return shaped(value, shapes[paper], wrongCertificateNumber)
  // Issued as of Hong Kong, Macao or Taiwan.
  return /^8[123]0000/.test(value) && checkIdNumber(value, today).ok ? passed(value) : failed(wrongCertificateNumber)
}

/** A day of birth as it is typed, `1990-01-05`, of somebody who is of age (18 unless given) on `today`. */
export function checkBirthday(text: string, today: CivilDate, minimum = 18): Checked<CivilDate> {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []).map(Number)
  const born = { year: year ?? 0, month: month ?? 0, day: day ?? 0 }
  const age = ageOn(born, today)
  if (!isCivilDate(born) || age < 0 || age > 130) return failed('请填写证件上的出生日期')
  return age >= minimum ? passed(born) : failed(under(minimum))
}

/** The day of birth of a checked number, or as it was typed where the number does not say; of somebody of age. */
export function checkPaperBirth(
  paper: PersonPaper,
  { idNumber, birthday }: { idNumber: string; birthday: string },
  today: CivilDate,
): Checked<CivilDate> {
  if (!tellsBirth(paper)) return checkBirthday(birthday, today)
  const aged = checkAge(idNumber, today)
  return aged.ok ? passed(birthDate(aged.value)) : aged
}

/**
 * What two papers are compared by: a number of GB 11643 by itself, as contracts ask for it, any other with its kind,
 * since numbers of different kinds may be the same.
 */
export const comparedNumber = (paper: PersonPaper, idNumber: string): string =>
  tellsBirth(paper) ? idNumber : `${paper} ${idNumber}`
