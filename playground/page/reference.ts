import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle';

/** The OpenAPI file in Swagger UI. Each request goes to this simulator, with its seeded key. */

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const ui = SwaggerUI({
	url: '/reference/openapi.json',
	dom_id: '#app',
	deepLinking: true,
	docExpansion: 'list',
	defaultModelsExpandDepth: 0,
	displayRequestDuration: true,
	showExtensions: true,
	tryItOutEnabled: true,
	onComplete: () => {
		ui.preauthorizeApiKey('key', 'simulator-key');
	},
});
