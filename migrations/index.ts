import { firstVersion } from './0001-first-version.ts'
import { contactFormWords } from './0002-contact-form.ts'
import { accountWords } from './0003-accounts.ts'
import { membershipWords } from './0004-membership.ts'
import { captchaWords } from './0005-captcha.ts'
import { accountNames } from './0006-account-names.ts'
import { undecidedPayment } from './0007-undecided-payment.ts'
import type { Migration } from './types.ts'

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  firstVersion,
  contactFormWords,
  accountWords,
  membershipWords,
  captchaWords,
  accountNames,
  undecidedPayment,
]
