const stems = ['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛', '壬', '癸']

/** What a contract calls its parties, by number from 1: 甲方, 乙方, …, then 第11方. */
export const partyName = (signerNo: number): string => {
  const stem = stems[signerNo - 1]
  return stem ? `${stem}方` : `第${signerNo}方`
}
