import { AddUserIcon } from '@sanity/icons/AddUser'
import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { LinkIcon } from '@sanity/icons/Link'
import { LockIcon } from '@sanity/icons/Lock'
import { ResetIcon } from '@sanity/icons/Reset'
import { UserIcon } from '@sanity/icons/User'
import type { ComponentType } from 'react'
import { accountPages } from '@/lib/messages/accountPages'
import { pages } from '@/lib/pages'
import { defineMessageFields } from '../fields/messageFields'
import { definePage } from './definePage'

type AccountPage = { document: keyof typeof accountPages; title: string }

/** Defines an account page, whose fields override the default messages in `lib/messages`. */
function defineAccountPage(page: AccountPage, icon: ComponentType) {
  const area = accountPages[page.document]
  return definePage(page, { description: area.description, icon, fields: defineMessageFields(area) })
}

export const signInPage = defineAccountPage(pages.signIn, LockIcon)
export const signUpPage = defineAccountPage(pages.signUp, AddUserIcon)
export const forgotPasswordPage = defineAccountPage(pages.forgotPassword, HelpCircleIcon)
export const resetPasswordPage = defineAccountPage(pages.resetPassword, ResetIcon)
export const confirmPage = defineAccountPage(pages.confirm, LinkIcon)
export const accountPage = defineAccountPage(pages.account, UserIcon)
