/**
 * The number of days before a charge, or a membership's anniversary, at which a notice is due. California requires it 3
 * to 21 days before the end of an introductory price (Cal. Bus. & Prof. Code § 17602(b)(1)), 7 to 30 days before a
 * change of fees (§ 17602(g)(2)), and once a year (§ 17602(h)); Visa requires 7 days before the first charge after an
 * introductory price. The terms state the days before a change with the placeholder {noticeDays}.
 */
export const noticeLeadDays = { intro_end: 14, fee_change: 30, yearly: 14 } as const
