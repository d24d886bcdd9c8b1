const stems = ['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛', '壬', '癸']

/** What a contract calls its sides, by place from 0: 甲方, 乙方, …, from the eleventh on 第11方. */
export const sideName = (index: number): string => (stems[index] ? `${stems[index]}方` : `第${index + 1}方`)
