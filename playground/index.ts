import { readFileSync } from 'node:fs';
import path from 'node:path';

import { buildSync } from 'esbuild';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import {
	API_PREFIX,
	bodyAs,
	chatOf,
	checkedAs,
	openApiOf,
	tellError,
	WrongRequest,
	type Service,
} from '../test/simulator';
import { phoneAnswer } from './contract';
import { stream } from './stream';

const FOLDER = path.join(__dirname, 'page');

type Page = 'phone' | 'reference';
type Part = 'html' | 'js' | 'css';

function bundle(page: string, code: string, style: string): Record<Part, string> {
	const { outputFiles } = buildSync({
		absWorkingDir: FOLDER,
		entryPoints: { app: code, styles: style },
		outdir: FOLDER,
		bundle: true,
		write: false,
		target: 'es2022',
		charset: 'utf8',
		define: { 'process.env.NODE_ENV': '"production"' },
		logLevel: 'silent',
	});
	const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
	const html = readFileSync(path.join(FOLDER, page), 'utf8');
	return { html, js: textOf('app.js'), css: textOf('styles.css') };
}

const SOURCES: Record<Page, [html: string, code: string, style: string]> = {
	phone: ['index.html', 'app.tsx', 'styles.css'],
	reference: ['reference.html', 'reference.ts', 'reference.css'],
};

const bundled: Partial<Record<Page, Record<Part, string>>> = {};

/** A part of a page, which is bundled when first asked for. */
function partOf(page: Page, part: Part): string {
	const made = (bundled[page] ??= bundle(...SOURCES[page]));
	return made[part];
}

const LOOPBACK = "'self' data: http://127.0.0.1:* http://localhost:*";
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	`img-src ${LOOPBACK}`,
	`media-src ${LOOPBACK}`,
	"connect-src 'self'",
	"form-action 'none'",
	"base-uri 'none'",
	"frame-ancestors 'self'",
].join('; ');

const FILES = [
	['/phone', 'phone', 'html', 'text/html'],
	['/callbacks', 'phone', 'html', 'text/html'],
	['/phone/app.js', 'phone', 'js', 'text/javascript'],
	['/phone/styles.css', 'phone', 'css', 'text/css'],
	['/reference', 'reference', 'html', 'text/html'],
	['/reference/app.js', 'reference', 'js', 'text/javascript'],
	['/reference/styles.css', 'reference', 'css', 'text/css'],
] as const;

const read = z.object({ number: z.string(), chat: z.string() }).strict();

/** A number, or the name of a group. */
const watched = z.object({ number: z.string().min(1).max(200).optional() });

/** The pages at /phone, /callbacks and /reference, and what they talk to. */
export function playground(app: FastifyInstance, service: Service): void {
	void app.register((scope, _options, done) => {
		scope.setErrorHandler(tellError);
		for (const [path, page, part, type] of FILES) {
			scope.get(path, (_request, reply) =>
				reply
					.type(`${type}; charset=utf-8`)
					.header('content-security-policy', POLICY)
					.header('x-content-type-options', 'nosniff')
					.header('cache-control', 'no-cache')
					.send(partOf(page, part)),
			);
		}
		scope.get('/reference/openapi.json', (_request, reply) => reply.send(openApiOf(API_PREFIX)));
		scope.get('/phone/events', (request, reply) => {
			stream(service, checkedAs(watched, request.query).number, reply);
			return reply;
		});
		scope.post('/phone/answer', (request, reply) => {
			const { number, chat, text, button, quotes } = bodyAs(phoneAnswer, request);
			const entries = service.state.messages.onPhone(number).filter((one) => chatOf(one) === chat);
			const [entry] = entries;
			if (entry === undefined) throw new WrongRequest('This chat is not there any more');
			if (entries.some((one) => one.direction === 'in' && one.isGroup)) {
				throw new WrongRequest('This is a group: nobody can answer for it here');
			}
			const { route, sender } = entry;
			service.receive({
				route,
				sender,
				number,
				text,
				// A tapped button answers the message on which it stands.
				quotes: quotes ?? button?.message,
				buttonId: button?.id,
			});
			return reply.code(204).send();
		});
		scope.post('/phone/read', (request, reply) => {
			const { number, chat } = bodyAs(read, request);
			service.read(number, (message) => chatOf(message) === chat);
			return reply.code(204).send();
		});
		done();
	});
}
