mod compare_screen;
mod document_screen;
