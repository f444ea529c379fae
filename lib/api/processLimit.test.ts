import { describe, expect, it } from 'vitest'
import { createProcessLimit } from './processLimit'

const limits = { count: 2, total: 3, seconds: 60 }

describe('createProcessLimit', () => {
  it('counts each sender, and all together', () => {
    const limit = createProcessLimit(limits)
    expect(['a', 'a', 'a', 'b', 'b'].map((who) => limit.take(who, 0))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ])
  })

  it('begins anew when the time is over', () => {
    const limit = createProcessLimit(limits)
    for (const who of ['a', 'a', 'b']) limit.take(who, 0)
    expect(limit.take('c', 59_999)).toBe(false)
    expect(limit.take('c', 60_000)).toBe(true)
  })

  it('gives back what was counted, and no more', () => {
    const limit = createProcessLimit(limits)
    for (let round = 0; round < 10; round++) {
      expect(limit.take('a', 0)).toBe(true)
      limit.giveBack('a')
    }
    limit.giveBack('a')
    limit.giveBack('nobody')
    expect(['a', 'a', 'a'].map((who) => limit.take(who, 0))).toEqual([true, true, false])
  })
})
