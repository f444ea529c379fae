import { join } from 'node:path'
import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants'
import { apiVersion } from './lib/content/config'
import { fetchErrorTexts } from './lib/content/fetchErrorTexts'
import { fetchBuildPaths } from './lib/content/routablePathsQuery'
import { parseSiteEnvironment } from './lib/env'
import { notFoundRewritePath, studioPath } from './lib/pages'
import { createSecurityHeaders } from './lib/securityHeaders'
import { addCompileHints } from './server/compileHints'

/** A configuration error is for a person to read, so it ends in a sentence and not in a stack trace. */
async function orExplain<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

export default async function config(phase: string): Promise<NextConfig> {
  const env = await orExplain(() => parseSiteEnvironment(process.env))
  const development = phase === PHASE_DEVELOPMENT_SERVER
  // Vercel keeps pages in a cache of its own, and leaves ours out.
  const ownCache = !development && !process.env.VERCEL
  const pagesArePostProcessed = ownCache && env.POSTPROCESS_PAGES !== 'off'
  const needsTexts = development || phase === PHASE_PRODUCTION_BUILD
  return {
    distDir: process.env.NEXT_DIST_DIR || '.next',
    // For the image of the site: https://nextjs.org/docs/app/api-reference/config/next-config-js/output
    ...(process.env.NEXT_OUTPUT === 'standalone' && { output: 'standalone' }),
    env: needsTexts
      ? {
          ERROR_PAGE_TEXTS: await orExplain(() => fetchErrorTexts(env, apiVersion)),
          BUILD_ROUTABLE_PATHS: await orExplain(() => fetchBuildPaths(env, apiVersion)),
        }
      : undefined,
    compiler: { runAfterProductionCompile: addCompileHints },
    cacheComponents: true,
    ...(ownCache && { cacheHandler: join(import.meta.dirname, 'server/pageCache.ts') }),
    // Instances at Vercel have their own memory caches, which a webhook at another instance does not expire.
    ...(process.env.VERCEL && { cacheMaxMemorySize: 0 }),
    partialPrefetching: true,
    // Matches no client: for clients on its list, Next renders each request, past the cache and its policy. Pages are
    // complete anyway.
    htmlLimitedBots: /(?!)/,
    agentRules: false,
    poweredByHeader: false,
    // For a site without a proxy or CDN in front, which would compress once: half the throughput, a fifth of the bytes.
    compress: true,
    experimental: { globalNotFound: true },
    // components/social/drawSocialImage.tsx loads these at run time, so a host that copies only traced files needs
    // this list.
    outputFileTracingIncludes: {
      '/social/**': [
        './node_modules/next/og.js',
        './node_modules/next/dist/server/og/*.js',
        './node_modules/next/dist/compiled/@vercel/og/**/*',
        './app/fonts/besley-450.ttf',
      ],
    },
    images: {
      // The Content Lake transforms pictures (lib/content/image.ts), so that the site's own optimizer is disabled.
      loader: 'custom',
      deviceSizes: [390, 640, 828, 1080, 1440, 1920, 2400],
      imageSizes: [96, 192, 320],
    },
    rewrites: async () => ({
      // Next shows the proxy `/services.rsc` as `/services`, and renders it as a landing page. Vercel has such files.
      beforeFiles: process.env.VERCEL
        ? []
        : [{ source: '/:path(.*\\.rsc)', destination: notFoundRewritePath }],
      // The Studio is one page with client-side routing: one cache entry for all of its paths.
      afterFiles: [{ source: `${studioPath}/:rest+`, destination: studioPath }],
    }),
    headers: async () => createSecurityHeaders(env, { isDevelopment: development, pagesArePostProcessed }),
  }
}
