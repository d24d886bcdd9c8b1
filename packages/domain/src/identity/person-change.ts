/** Who somebody is, as far as it is kept: the number and the birthday as keyed hashes alone. */
export type KnownPerson = {
  readonly name: string
  readonly identityHash: string | null
  readonly birthdayHashes: readonly string[] | null
}

const isSame = (some: readonly string[] | null, others: readonly string[] | null): boolean =>
  some !== null && others !== null && some.join() === others.join()

/**
 * Why this cannot be the same person with other details, by field; null when it may be. A name changes under the same
 * number, a number under the same name and birthday: both at once would be somebody else, who needs an own account.
 */
export function personChangeFault(
  was: KnownPerson,
  is: KnownPerson,
): { field: 'realName' | 'idNumber'; message: string } | null {
  const sameName = was.name === is.name
  const sameNumber = was.identityHash !== null && was.identityHash === is.identityHash
  if (sameName && sameNumber) return { field: 'realName', message: '姓名和证件号码都没有变化' }
  if (!sameName && !sameNumber) {
    return { field: 'idNumber', message: '姓名变更时，证件号码须与原实名认证一致；证件号码变更请分两次办理' }
  }
  if (sameNumber || isSame(was.birthdayHashes, is.birthdayHashes)) return null
  return { field: 'idNumber', message: '证件号码的出生日期与原实名认证不一致，请核对' }
}

/**
 * Why this cannot be the person who was authenticated here before; null when it is, or nobody was. A number may have
 * changed with the paper: a passport's does.
 */
export function personReturnFault(was: KnownPerson, is: KnownPerson): { field: 'realName'; message: string } | null {
  if (was.identityHash === null) return null
  if (was.name === is.name && (was.identityHash === is.identityHash || isSame(was.birthdayHashes, is.birthdayHashes)))
    return null
  return { field: 'realName', message: '须由原实名认证的本人重新认证；姓名已变更的，请先以原姓名认证' }
}
